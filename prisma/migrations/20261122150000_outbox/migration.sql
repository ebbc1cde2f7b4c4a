-- What is to leave the shop, such as webhooks about orders: written in the transaction of what it tells of, and sent afterwards.

-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('WAITING', 'SENT', 'DEAD');

-- CreateTable
CREATE TABLE "outbox_message" (
    "id" SERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" "OutboxState" NOT NULL DEFAULT 'WAITING',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claim" UUID,
    "gone_from" TEXT,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outbox_message_state_channel_due_at_idx" ON "outbox_message"("state", "channel", "due_at");

-- CreateIndex
CREATE INDEX "outbox_message_channel_topic_state_id_idx" ON "outbox_message"("channel", "topic", "state", "id");

-- CreateIndex
CREATE INDEX "outbox_message_gone_from_idx" ON "outbox_message"("gone_from");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_message_channel_event_id_key" ON "outbox_message"("channel", "event_id");
