// context/find-receipt: what a context gave, as it was then. One row; none when there is no such receipt.
//   $namespace, $id
:params {namespace: "demo", id: "01JDEMO"};
MATCH (receipt:Receipt {namespace: $namespace, id: $id})
RETURN receipt.id AS id, receipt.query AS query, receipt.agent AS agent, receipt.at AS at, receipt.text AS text,
       receipt.kinds AS kinds, receipt.ids AS ids, receipt.scores AS scores, receipt.trusts AS trusts
