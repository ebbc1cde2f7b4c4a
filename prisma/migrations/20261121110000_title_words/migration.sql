-- The words of all titles: a misspelt word is compared with some hundreds or thousands of them instead of with every title. A word
-- whose last title is gone stays, and finds nothing.

-- CreateTable
CREATE TABLE "title_word" (
    "word" TEXT NOT NULL,

    CONSTRAINT "title_word_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE INDEX "title_word_word_idx" ON "title_word" USING GIN ("word" gin_trgm_ops);

-- What Prisma cannot describe: they follow from the titles, whoever writes those.

-- Too short a word is close to too many.
CREATE FUNCTION "words_of_title"(title_lower TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(title_lower, '[^[:alnum:]]+') AS word WHERE length(word) >= 3
$$;

-- In one order, so that two that learn the same words at once wait for each other instead of each for the other.
CREATE FUNCTION "learn_words_of_new_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO title_word SELECT DISTINCT word FROM added, words_of_title(added.title_lower) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE FUNCTION "learn_words_of_product"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO title_word SELECT DISTINCT word FROM words_of_title(NEW.title_lower) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "new_products_teach_words" AFTER INSERT ON "product" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "learn_words_of_new_products"();

CREATE TRIGGER "product_teaches_words" AFTER UPDATE OF "title" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "learn_words_of_product"();

INSERT INTO title_word SELECT DISTINCT word FROM product, words_of_title(product.title_lower) AS word;
