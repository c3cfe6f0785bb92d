// knowledge/keep-credits: store the credits of outcomes for the items of their receipts, in the order of the items.
//   $rows  namespace, id, shares (0..1 each; their sum is 1, or 0 if the agent used nothing), credits (the result of
//   each
//          share)
:params {rows: [{namespace: "demo", id: "01JDEMO", shares: [1.0], credits: ["CREDITED"]}]};
UNWIND $rows AS row
MATCH (receipt:Receipt {namespace: row.namespace, id: row.id})
SET receipt.shares = row.shares, receipt.credits = row.credits
