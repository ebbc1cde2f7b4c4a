-- An account's mobile number, and codes that prove the next email of an account.
-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "mobile" TEXT;

-- AlterTable
ALTER TABLE "mail_code" ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT 'LOGIN',
ADD COLUMN     "user_id" UUID;

-- CreateIndex
CREATE INDEX "mail_code_user_id_created_at_idx" ON "mail_code"("user_id", "created_at");
