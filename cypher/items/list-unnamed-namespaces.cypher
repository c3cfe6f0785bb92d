// items/list-unnamed-namespaces: namespaces with items whose names have not been stored yet.
:params {};
MATCH (item:UnnamedItem)
WHERE item.namespace > "" AND coalesce(item.namesOf, '') <> coalesce(item.documentHash, '')
RETURN DISTINCT item.namespace AS namespace
ORDER BY namespace
