-- The provider may refund another amount than the shop asked for.
ALTER TABLE "refund" ADD COLUMN     "asked_amount" INTEGER;

ALTER TABLE "refund" ADD CONSTRAINT "refund_asked_amount_check" CHECK ("asked_amount" > 0);
