-- A label for each address, and one default address per account. The next two migrations choose the default and keep it unique: they are
-- separate, so that the table is locked only briefly.
-- AlterTable
ALTER TABLE "address" ADD COLUMN     "is_default" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "label" TEXT;
