-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "is_demo" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "applied_seed" (
    "name" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "applied_seed_pkey" PRIMARY KEY ("name")
);

-- A shop that trades already has what it began with.
INSERT INTO "applied_seed" ("name") SELECT 'catalogue' WHERE EXISTS (SELECT 1 FROM "product");
INSERT INTO "applied_seed" ("name") SELECT 'demo accounts' WHERE EXISTS (SELECT 1 FROM "user_account");
UPDATE "user_account" SET "is_demo" = true WHERE "email" IN ('guest@cerashop.example', 'kabir@cerashop.example');
