-- AlterTable
ALTER TABLE "shop_order" ADD COLUMN     "link_generation" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "outbox_message" ADD COLUMN     "filed_as" TEXT;

-- CreateIndex
CREATE INDEX "outbox_message_channel_id_idx" ON "outbox_message"("channel", "id");
