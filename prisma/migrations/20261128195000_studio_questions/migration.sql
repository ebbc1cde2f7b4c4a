-- CreateTable
CREATE TABLE "studio_question" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "is_confirmed" BOOLEAN NOT NULL,
    "mailbox_hash" TEXT NOT NULL,
    "product_id" TEXT,
    "order_id" UUID,
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "studio_question_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "studio_question_created_at_idx" ON "studio_question"("created_at");

-- CreateIndex
CREATE INDEX "studio_question_mailbox_hash_created_at_idx" ON "studio_question"("mailbox_hash", "created_at");

-- CreateIndex
CREATE INDEX "studio_question_user_id_created_at_idx" ON "studio_question"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "studio_question_product_id_idx" ON "studio_question"("product_id");

-- CreateIndex
CREATE INDEX "studio_question_order_id_idx" ON "studio_question"("order_id");

-- AddForeignKey
ALTER TABLE "studio_question" ADD CONSTRAINT "studio_question_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "studio_question" ADD CONSTRAINT "studio_question_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "studio_question" ADD CONSTRAINT "studio_question_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shop_order"("id") ON DELETE SET NULL ON UPDATE CASCADE;
