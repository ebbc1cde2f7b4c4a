-- Why a product is hidden: staff or a file hid it, or it had no photo. The reason of products that are hidden already is unknown, and
-- counts as the first, so that no draft becomes public.

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "awaits_photo" BOOLEAN NOT NULL DEFAULT false;

-- A visible product waits for nothing. The previous release shows products without knowing this column.
CREATE FUNCTION "end_wait_for_photo"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.awaits_photo := false;
  RETURN NEW;
END
$$;
CREATE TRIGGER "product_ends_wait_for_photo" BEFORE INSERT OR UPDATE ON "product"
  FOR EACH ROW WHEN (NEW."awaits_photo" AND NEW."hidden_at" IS NULL) EXECUTE FUNCTION "end_wait_for_photo"();
