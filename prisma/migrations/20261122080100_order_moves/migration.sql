-- An order may be paid at the door, come back, and be refunded; what its buyer cancelled by name stays cancelled.

-- AlterEnum
ALTER TYPE "OrderStatus" ADD VALUE 'CONFIRMED';
ALTER TYPE "OrderStatus" ADD VALUE 'RETURN_REQUESTED';
ALTER TYPE "OrderStatus" ADD VALUE 'RETURNED';
ALTER TYPE "OrderStatus" ADD VALUE 'REFUNDED';

-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "cancelled_by_buyer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pay_on_delivery" BOOLEAN NOT NULL DEFAULT false;

-- What is paid at the door leaves the shop without a payment.
ALTER TABLE "shop_order"
  DROP CONSTRAINT "shop_order_paid_check",
  ADD CONSTRAINT "shop_order_paid_check" CHECK (
    "status" NOT IN ('PAID', 'SHIPPED', 'DELIVERED') OR "payment_id" IS NOT NULL OR ("pay_on_delivery" AND "status" <> 'PAID')
  );
