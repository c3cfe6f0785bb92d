// Likewise the second label of receipts that a planning prompt left.
CALL db.createLabel('PlanningPrompt')
