-- A new column raises the product's version without a change of the trigger. Before, the trigger listed the columns.
--
-- These columns do not count: orders change the stock, and the database or Prisma maintains the others. An update that changes no column
-- counts, because it saves the photos after the first, which are in another table.
CREATE OR REPLACE FUNCTION "raise_product_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_counted CONSTANT TEXT[] :=
    ARRAY['id', 'stock', 'version', 'created_at', 'updated_at', 'title_lower', 'is_available', 'search_text'];
  before CONSTANT JSONB := to_jsonb(OLD) - 'updated_at';
  now CONSTANT JSONB := to_jsonb(NEW) - 'updated_at';
BEGIN
  IF before = now OR before - not_counted <> now - not_counted THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;

DROP TRIGGER "product_raises_version" ON "product";
CREATE TRIGGER "product_raises_version" BEFORE UPDATE ON "product"
  FOR EACH ROW EXECUTE FUNCTION "raise_product_version"();
