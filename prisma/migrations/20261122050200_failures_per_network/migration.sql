-- Wrong passwords are counted per account and network too. What was counted before stays as the account's.

-- AlterTable
ALTER TABLE "sign_in_failures" DROP CONSTRAINT "sign_in_failures_pkey",
ADD COLUMN     "network" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("email", "network");
