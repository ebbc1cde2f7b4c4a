-- The shop's first schema. What stands before the marker below follows from schema.prisma; the rest is what Prisma cannot describe.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('AWAITING_PAYMENT', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'REFUND_DUE');

-- CreateEnum
CREATE TYPE "OrderEventSource" AS ENUM ('SHOPPER', 'WEBHOOK', 'SHOP');

-- CreateEnum
CREATE TYPE "PaymentProvider" AS ENUM ('RAZORPAY', 'SANDBOX');

-- CreateTable
CREATE TABLE "category" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "material" TEXT,
    "dimensions" TEXT,
    "category_id" TEXT NOT NULL,
    "category_name" TEXT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,
    "discounted" INTEGER NOT NULL,
    "original" INTEGER NOT NULL,
    "rating" SMALLINT NOT NULL,
    "offer" TEXT NOT NULL,
    "is_bestseller" BOOLEAN NOT NULL,
    "stock" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupon" (
    "code" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "coupon_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "user_account" (
    "id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "email" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "window_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "cart" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "gift_wrap" BOOLEAN NOT NULL DEFAULT false,
    "coupon_code" TEXT,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cart_line" (
    "id" UUID NOT NULL,
    "cart_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_when_added" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cart_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wishlist_item" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "price_when_added" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wishlist_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "address" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "street" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "zip_code" TEXT NOT NULL,
    "mobile" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "answer" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","operation","key")
);

-- CreateTable
CREATE TABLE "shop_order" (
    "id" UUID NOT NULL,
    "serial" SERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "status" "OrderStatus" NOT NULL DEFAULT 'AWAITING_PAYMENT',
    "idempotency_key" TEXT,
    "address_id" UUID NOT NULL,
    "cart_total" INTEGER NOT NULL,
    "offer_discount" INTEGER NOT NULL,
    "coupon_discount" INTEGER NOT NULL,
    "gift_wrap" INTEGER NOT NULL,
    "convenience_fee" INTEGER NOT NULL,
    "total_amount" INTEGER NOT NULL,
    "coupon_code" TEXT,
    "coupon_percent" INTEGER,
    "coupon_description" TEXT,
    "delivery_name" TEXT NOT NULL,
    "delivery_street" TEXT NOT NULL,
    "delivery_city" TEXT NOT NULL,
    "delivery_state" TEXT NOT NULL,
    "delivery_country" TEXT NOT NULL,
    "delivery_zip_code" TEXT NOT NULL,
    "delivery_mobile" TEXT NOT NULL,
    "provider" "PaymentProvider" NOT NULL,
    "provider_order_id" TEXT,
    "payment_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payment_asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_line" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "product_id" TEXT,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "image_url" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "image_width" INTEGER NOT NULL,
    "image_height" INTEGER NOT NULL,
    "discounted" INTEGER NOT NULL,
    "original" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "estimated_delivery" DATE NOT NULL,

    CONSTRAINT "order_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_event" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "status" "OrderStatus" NOT NULL,
    "source" "OrderEventSource" NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "provider" "PaymentProvider" NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("provider","event_id")
);

-- CreateTable
CREATE TABLE "sandbox_order" (
    "id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_payment" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_payment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "category_name_key" ON "category"("name");

-- CreateIndex
CREATE INDEX "product_title_idx" ON "product" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "product_is_bestseller_position_id_idx" ON "product"("is_bestseller" DESC, "position", "id");

-- CreateIndex
CREATE INDEX "product_position_id_idx" ON "product"("position", "id");

-- CreateIndex
CREATE INDEX "product_discounted_id_idx" ON "product"("discounted", "id");

-- CreateIndex
CREATE INDEX "product_rating_id_idx" ON "product"("rating" DESC, "id");

-- CreateIndex
CREATE INDEX "product_created_at_id_idx" ON "product"("created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "product_category_id_position_id_idx" ON "product"("category_id", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "cart_user_id_key" ON "cart"("user_id");

-- CreateIndex
CREATE INDEX "cart_coupon_code_idx" ON "cart"("coupon_code");

-- CreateIndex
CREATE INDEX "cart_line_product_id_idx" ON "cart_line"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "cart_line_cart_id_product_id_key" ON "cart_line"("cart_id", "product_id");

-- CreateIndex
CREATE INDEX "wishlist_item_product_id_idx" ON "wishlist_item"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "wishlist_item_user_id_product_id_key" ON "wishlist_item"("user_id", "product_id");

-- CreateIndex
CREATE INDEX "address_user_id_created_at_id_idx" ON "address"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "shop_order_serial_key" ON "shop_order"("serial");

-- CreateIndex
CREATE UNIQUE INDEX "shop_order_provider_order_id_key" ON "shop_order"("provider_order_id");

-- CreateIndex
CREATE INDEX "shop_order_user_id_serial_idx" ON "shop_order"("user_id", "serial" DESC);

-- CreateIndex
CREATE INDEX "shop_order_status_expires_at_idx" ON "shop_order"("status", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "shop_order_user_id_idempotency_key_key" ON "shop_order"("user_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "order_line_product_id_idx" ON "order_line"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_line_order_id_position_key" ON "order_line"("order_id", "position");

-- CreateIndex
CREATE INDEX "order_event_order_id_at_id_idx" ON "order_event"("order_id", "at", "id");

-- CreateIndex
CREATE INDEX "webhook_event_received_at_idx" ON "webhook_event"("received_at");

-- CreateIndex
CREATE INDEX "sandbox_payment_order_id_idx" ON "sandbox_payment"("order_id");

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart" ADD CONSTRAINT "cart_coupon_code_fkey" FOREIGN KEY ("coupon_code") REFERENCES "coupon"("code") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_item" ADD CONSTRAINT "wishlist_item_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_item" ADD CONSTRAINT "wishlist_item_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "address" ADD CONSTRAINT "address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shop_order" ADD CONSTRAINT "shop_order_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_payment" ADD CONSTRAINT "sandbox_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "sandbox_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Promises that the database keeps whatever the code does.

ALTER TABLE "product"
  ADD CONSTRAINT "product_price_check" CHECK ("discounted" >= 0 AND "discounted" < "original"),
  ADD CONSTRAINT "product_rating_check" CHECK ("rating" BETWEEN 1 AND 5),
  ADD CONSTRAINT "product_stock_check" CHECK ("stock" >= 0);

ALTER TABLE "coupon" ADD CONSTRAINT "coupon_percent_check" CHECK ("percent" BETWEEN 1 AND 100);

ALTER TABLE "sign_in_failures" ADD CONSTRAINT "sign_in_failures_count_check" CHECK ("count" > 0);

ALTER TABLE "cart" ADD CONSTRAINT "cart_version_check" CHECK ("version" >= 0);

ALTER TABLE "cart_line"
  ADD CONSTRAINT "cart_line_quantity_check" CHECK ("quantity" BETWEEN 1 AND 99),
  ADD CONSTRAINT "cart_line_price_check" CHECK ("price_when_added" >= 0);

ALTER TABLE "wishlist_item" ADD CONSTRAINT "wishlist_item_price_check" CHECK ("price_when_added" >= 0);

ALTER TABLE "shop_order"
  ADD CONSTRAINT "shop_order_amounts_check" CHECK (
    "cart_total" >= 0 AND "offer_discount" >= 0 AND "coupon_discount" >= 0 AND "gift_wrap" >= 0 AND "convenience_fee" >= 0
    AND "total_amount" >= 0
  ),
  ADD CONSTRAINT "shop_order_total_check" CHECK (
    "total_amount" = "cart_total" - "offer_discount" - "coupon_discount" + "gift_wrap" + "convenience_fee"
  ),
  ADD CONSTRAINT "shop_order_paid_check" CHECK ("status" NOT IN ('PAID', 'SHIPPED', 'DELIVERED') OR "payment_id" IS NOT NULL),
  ADD CONSTRAINT "shop_order_coupon_check" CHECK (("coupon_code" IS NULL) = ("coupon_percent" IS NULL));

ALTER TABLE "order_line"
  ADD CONSTRAINT "order_line_quantity_check" CHECK ("quantity" BETWEEN 1 AND 99),
  ADD CONSTRAINT "order_line_price_check" CHECK ("discounted" >= 0 AND "discounted" < "original");

ALTER TABLE "sandbox_order" ADD CONSTRAINT "sandbox_order_amount_check" CHECK ("amount" >= 0);
ALTER TABLE "sandbox_payment"
  ADD CONSTRAINT "sandbox_payment_amount_check" CHECK ("amount" >= 0),
  ADD CONSTRAINT "sandbox_payment_status_check" CHECK ("status" IN ('captured', 'failed'));
