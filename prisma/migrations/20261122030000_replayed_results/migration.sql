-- What is stored of a call is JSON that a schema reads again. Keys that hold the former bytes stay: a replay of their calls finds no
-- result, and reads it as it is now.

-- AlterTable
ALTER TABLE "idempotency_key" DROP COLUMN "answer",
ADD COLUMN     "result" JSONB;
