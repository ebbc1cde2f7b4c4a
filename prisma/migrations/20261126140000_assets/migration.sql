-- An uploaded photo is the first kind of asset. Each row lists its files. Rows from before, and those of a server of the previous release,
-- list none: the server computes the names from the width.

-- CreateEnum
CREATE TYPE "AssetKind" AS ENUM ('PHOTO');

-- AlterTable
ALTER TABLE "photo" ADD COLUMN     "files" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "kind" "AssetKind" NOT NULL DEFAULT 'PHOTO';
