-- The log of changes outlives deleted accounts, so it no longer contains the text of notes. The notes themselves stay with their orders.
UPDATE "audit_entry" SET "after" = NULL WHERE "action" = 'addOrderNote';
