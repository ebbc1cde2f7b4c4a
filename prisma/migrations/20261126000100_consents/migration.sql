-- Consents of shoppers to emails that they may refuse.
-- CreateEnum
CREATE TYPE "ConsentPurpose" AS ENUM ('NEWS_BY_MAIL', 'REVIEW_REQUEST');

-- CreateTable
CREATE TABLE "consent" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "ConsentPurpose" NOT NULL,
    "version" INTEGER NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "consent_user_id_given_at_id_idx" ON "consent"("user_id", "given_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_open_key" ON "consent"("user_id", "purpose") WHERE (withdrawn_at IS NULL);

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
