import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** Settings for receiving changes of resources over a WebSocket in `heartwood mcp`. */
export interface UpdateSettings {
  /** Returns the address of the service. */
  readonly address: () => Promise<string>;
  /** Headers that identify the caller, the same as over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
  readonly note: (line: string) => void;
  /** Called with the URI of a changed resource. */
  readonly tell: (uri: string) => void;
}

const CHANGES = 'subscription { trustChanged { ref } }';

/**
 * Listens for changes of the resources that an MCP client subscribed to: changes of their trust. Without subscriptions
 * there is no connection.
 */
export class ResourceUpdates {
  /** URIs of the resources, by the ref of their knowledge. */
  private readonly uris = new Map<string, string>();
  private client: Client | undefined;

  constructor(private readonly settings: UpdateSettings) {}

  async subscribe(uri: string): Promise<void> {
    this.uris.set(refOf(uri), uri);
    if (this.client) return;
    const address = await this.settings.address();
    this.client ??= this.listen(address);
  }

  async unsubscribe(uri: string): Promise<void> {
    this.uris.delete(refOf(uri));
    if (this.uris.size === 0) await this.stop();
  }

  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.dispose();
  }

  private listen(address: string): Client {
    const url = new URL('graphql', address.endsWith('/') ? address : `${address}/`);
    url.protocol = url.protocol.replace('http', 'ws');
    const client = createClient({
      url: url.href,
      webSocketImpl: WebSocket,
      connectionParams: this.settings.headers,
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: () => true,
      on: {
        // After a reconnection, all resources are reported as changed, because changes may have been missed meanwhile.
        connected: (_socket, _payload, wasRetry) => {
          if (wasRetry) for (const uri of this.uris.values()) this.settings.tell(uri);
        },
      },
    });
    client.subscribe<{ trustChanged: { ref: string } }>(
      { query: CHANGES },
      {
        next: ({ data }) => {
          const uri = this.uris.get(data?.trustChanged.ref ?? '');
          if (uri !== undefined) this.settings.tell(uri);
        },
        error: (error) => {
          // The client is dropped, so that the next subscription opens a new connection.
          this.client = undefined;
          this.settings.note(`clients are no longer told which resources changed: ${reasonOf(error)}`);
        },
        complete: () => undefined,
      },
    );
    return client;
  }
}

/** The ref of a URI: `heartwood://fluent/MSA/gap` is the resource of `fluent:MSA/gap`. */
function refOf(uri: string): string {
  const [kind = '', ...parts] = uri.replace(/^heartwood:\/\//, '').split('/');
  return `${kind}:${parts.map((part) => decodeURIComponent(part)).join('/')}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}
