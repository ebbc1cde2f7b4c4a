-- CreateTable
CREATE TABLE "mail_pace" (
    "address_hash" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pace_pkey" PRIMARY KEY ("address_hash")
);

-- CreateIndex
CREATE INDEX "mail_pace_at_idx" ON "mail_pace"("at");
