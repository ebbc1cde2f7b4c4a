-- Lets a catalogue of a hundred thousand products be searched and counted: what a search compares with stands ready in lower case,
-- and one index holds all that counts and facets go by. A stock changes with every order, and an indexed column that changes costs
-- an entry in every index; whether there is any stock at all seldom changes.

-- DropIndex
DROP INDEX "product_title_idx";

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "is_available" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "title_lower" TEXT NOT NULL DEFAULT '';

UPDATE "product" SET "title_lower" = lower("title"), "is_available" = "stock" > 0;

-- CreateIndex
CREATE INDEX "product_title_lower_idx" ON "product" USING GIN ("title_lower" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available");

-- What Prisma cannot describe: the two columns follow from the others, whoever writes them.

CREATE FUNCTION "derive_product_columns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title_lower := lower(NEW.title);
  NEW.is_available := NEW.stock > 0;
  RETURN NEW;
END
$$;

CREATE TRIGGER "product_derives" BEFORE INSERT OR UPDATE OF "title", "stock", "title_lower", "is_available" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_columns"();
