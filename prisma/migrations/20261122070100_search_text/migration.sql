-- Lets a search find what is close to its text: by title, material, category and description, and by words that are spelt like its own.
-- The words of titles become those of all of these.

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "search_text" TEXT NOT NULL DEFAULT '';

ALTER TABLE "title_word" RENAME TO "search_word";
ALTER TABLE "search_word" RENAME CONSTRAINT "title_word_pkey" TO "search_word_pkey";
ALTER INDEX "title_word_word_idx" RENAME TO "search_word_word_idx";

-- What Prisma cannot describe: both follow from the products, whoever writes those.

-- Each word between two spaces, so that ' cup' finds where a word begins.
CREATE FUNCTION "search_text_of"(title TEXT, material TEXT, category_name TEXT, description TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(lower(concat(' ', title, ' ', material, ' ', category_name, ' ', description, ' ')), '[^[:alnum:]]+', ' ', 'g')
$$;

UPDATE "product" SET "search_text" = search_text_of("title", "material", "category_name", "description");

-- CreateIndex
CREATE INDEX "product_search_text_idx" ON "product" USING GIN ("search_text" gin_trgm_ops);

CREATE FUNCTION "derive_product_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_text_of(NEW.title, NEW.material, NEW.category_name, NEW.description);
  RETURN NEW;
END
$$;

CREATE TRIGGER "product_derives_search_text"
  BEFORE INSERT OR UPDATE OF "title", "material", "category_name", "description", "search_text" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_search_text"();

-- In one order, so that two that learn the same words at once wait for each other instead of each for the other.
CREATE OR REPLACE FUNCTION "learn_words_of_new_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word SELECT DISTINCT word FROM added, words_of_title(added.search_text) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "learn_words_of_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word SELECT DISTINCT word FROM words_of_title(NEW.search_text) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

DROP TRIGGER "product_teaches_words" ON "product";
CREATE TRIGGER "product_teaches_words" AFTER UPDATE OF "title", "material", "category_name", "description" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "learn_words_of_product"();

INSERT INTO search_word SELECT DISTINCT word FROM product, words_of_title(product.search_text) AS word
ON CONFLICT DO NOTHING;
