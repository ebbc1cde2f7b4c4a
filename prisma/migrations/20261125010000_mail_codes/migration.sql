-- Codes that are mailed to an address. They log in, verify the address and reset a password.
-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "address" ADD COLUMN     "is_unchecked" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "mail_code" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "mailbox_hash" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_code_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_code_email_created_at_idx" ON "mail_code"("email", "created_at");

-- CreateIndex
CREATE INDEX "mail_code_mailbox_hash_created_at_idx" ON "mail_code"("mailbox_hash", "created_at");

-- CreateIndex
CREATE INDEX "mail_code_created_at_idx" ON "mail_code"("created_at");
