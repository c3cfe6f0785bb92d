// items/list-unnamed-namespaces: where items wait for their names to be written.
:params {};
MATCH (item:UnnamedItem)
WHERE item.namespace > "" AND coalesce(item.namesOf, '') <> coalesce(item.documentHash, '')
RETURN DISTINCT item.namespace AS namespace
ORDER BY namespace
