// Keys that open the service; a token names its key by id.
CREATE CONSTRAINT api_key IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.id IS UNIQUE;
