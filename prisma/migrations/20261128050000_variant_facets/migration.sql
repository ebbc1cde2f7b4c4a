-- Filters by glaze and size. A product has the numbers of its visible variants' values in `choices`, negative for those that are sold out.
-- The numbers stand for texts such as `Glaze: Celadon #a8c0b0; Size: Large`, which server/domain/catalogue/choices.ts reads. Products without
-- variants have null.

-- CreateTable
CREATE TABLE "variant_text" (
    "id" SERIAL NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "variant_text_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "variant_text_text_key" ON "variant_text"("text");

-- DropIndex
DROP INDEX "product_facets_idx";

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "choices" INTEGER[];

-- CreateIndex
CREATE INDEX "product_choices_idx" ON "product" USING GIN ("choices") WHERE ((choices IS NOT NULL) AND (hidden_at IS NULL) AND (variant_of IS NULL));

-- CreateIndex
CREATE INDEX "product_facets_idx" ON "product"("category_id", "rating", "discounted", "offer", "is_bestseller", "is_available", "groups", "uses", "choices") WHERE ((hidden_at IS NULL) AND (variant_of IS NULL));

-- A sold-out variant is no change of the product.
CREATE OR REPLACE FUNCTION "raise_product_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_counted CONSTANT TEXT[] :=
    ARRAY['id', 'stock', 'version', 'created_at', 'updated_at', 'title_lower', 'is_available', 'search_text', 'rating',
      'star_counts', 'uses', 'choices'];
  before CONSTANT JSONB := to_jsonb(OLD) - 'updated_at';
  now CONSTANT JSONB := to_jsonb(NEW) - 'updated_at';
BEGIN
  IF before = now OR before - not_counted <> now - not_counted THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION "derive_product_choices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most orders change a stock without selling anything out.
  IF TG_OP = 'UPDATE' AND (OLD.stock > 0, OLD.variant, OLD.variant_of, OLD.choices)
    IS NOT DISTINCT FROM (NEW.stock > 0, NEW.variant, NEW.variant_of, NEW.choices) THEN
    RETURN NEW;
  END IF;
  -- ON CONFLICT alone would use up a number each time.
  IF NEW.variant IS NOT NULL AND NOT EXISTS (SELECT FROM variant_text WHERE text = NEW.variant) THEN
    INSERT INTO variant_text (text) VALUES (NEW.variant) ON CONFLICT DO NOTHING;
  END IF;
  NEW.choices := CASE WHEN NEW.variant IS NOT NULL AND NEW.variant_of IS NULL THEN (
    SELECT array_agg(CASE WHEN is_available THEN id ELSE -id END ORDER BY id) FROM (
      SELECT variant AS text, bool_or(stock > 0) AS is_available FROM (
        SELECT NEW.variant AS variant, NEW.stock AS stock
        UNION ALL
        SELECT variant, stock FROM product WHERE variant_of = NEW.id AND hidden_at IS NULL
      ) AS each GROUP BY variant
    ) AS family JOIN variant_text USING (text)
  ) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER "product_derives_choices" BEFORE INSERT OR UPDATE OF "stock", "variant", "variant_of", "choices" ON "product"
  FOR EACH ROW WHEN (NEW."variant" IS NOT NULL OR NEW."choices" IS NOT NULL) EXECUTE FUNCTION "derive_product_choices"();

-- moveStock has locked the product already, so that two orders cannot wait for each other here.
CREATE OR REPLACE FUNCTION "update_availability"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Setting the columns makes the triggers compute them.
  UPDATE product SET is_available = is_available, search_text = '', choices = '{}' WHERE id IN (OLD.variant_of, NEW.variant_of);
  RETURN NULL;
END
$$;

-- Counts and facets depend on the variants too.
DROP TRIGGER "product_announces_changed_counts" ON "product";
CREATE TRIGGER "product_announces_changed_counts" AFTER UPDATE ON "product"
  FOR EACH ROW WHEN (
    (OLD."category_id", OLD."rating", OLD."discounted", OLD."offer", OLD."is_bestseller", OLD."is_available", OLD."groups", OLD."uses",
      OLD."choices", OLD."hidden_at" IS NULL)
    IS DISTINCT FROM
    (NEW."category_id", NEW."rating", NEW."discounted", NEW."offer", NEW."is_bestseller", NEW."is_available", NEW."groups", NEW."uses",
      NEW."choices", NEW."hidden_at" IS NULL)
  ) EXECUTE FUNCTION "announce_counts_change"();

INSERT INTO "variant_text" ("text") SELECT DISTINCT variant FROM product WHERE variant IS NOT NULL ORDER BY variant;
UPDATE "product" SET choices = '{}' WHERE variant IS NOT NULL AND variant_of IS NULL;
