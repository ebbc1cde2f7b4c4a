-- What the buyer wished, and why staff chose otherwise. Null if they did not, and for decisions of earlier releases.
ALTER TABLE "order_return" ADD COLUMN "instead_of" "ReturnWish", ADD COLUMN "instead_reason" TEXT;
