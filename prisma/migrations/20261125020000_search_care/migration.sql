-- Adds the care of a product to its search text, and a slash after the title, after material and category, and after the description. A
-- search ranks a word by the part that holds it. Earlier releases look for words between blanks, which works as before.

-- Leaves out what the care rules out, such as 'Not for the microwave': from the comma or full stop before the word to the end of the sentence.
CREATE FUNCTION "allowed_by_care"(care TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(care,
    '[^.;,!]*(\m(not|never|no|nor|cannot|avoid|away|except|unsafe|unsuitable)\M|n[''’]t\M|\mtoo [[:alpha:]]+ for\M)[^.;!]*', ' ', 'gi')
$$;

-- Each word between two blanks. The signs of Indian scripts belong to their words; the danda ends a sentence.
CREATE FUNCTION "search_text_in_parts"(
  title TEXT, material TEXT, category_name TEXT, description TEXT, care TEXT, is_food_safe BOOLEAN
) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(lower(concat(
    ' ', translate(title, '/', ' '), ' / ', translate(concat(material, ' ', category_name), '/', ' '), ' / ',
    translate(description, '/', ' '), ' / ', translate(allowed_by_care(care), '/', ' '), CASE WHEN is_food_safe THEN ' food safe' END, ' '
  )), '[^[:alnum:]/ऀ-ॣ०-෿]+', ' ', 'g')
$$;

CREATE OR REPLACE FUNCTION "words_of_title"(title_lower TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(title_lower, '[ /]+') AS word WHERE length(word) >= 3
$$;

CREATE OR REPLACE FUNCTION "derive_product_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text :=
    search_text_in_parts(NEW.title, NEW.material, NEW.category_name, NEW.description, NEW.care, NEW.is_food_safe);
  RETURN NEW;
END
$$;

DROP TRIGGER "product_derives_search_text" ON "product";
CREATE TRIGGER "product_derives_search_text"
  BEFORE INSERT OR UPDATE OF "title", "material", "category_name", "description", "care", "is_food_safe", "search_text" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "derive_product_search_text"();

DROP TRIGGER "product_teaches_words" ON "product";
CREATE TRIGGER "product_teaches_words"
  AFTER UPDATE OF "title", "material", "category_name", "description", "care", "is_food_safe" ON "product"
  FOR EACH ROW EXECUTE FUNCTION "learn_words_of_product"();

DROP FUNCTION "search_text_of"(TEXT, TEXT, TEXT, TEXT);

-- The trigger computes the text.
UPDATE "product" SET "search_text" = '';
INSERT INTO search_word SELECT DISTINCT word FROM product, words_of_title(product.search_text) AS word ORDER BY word
ON CONFLICT DO NOTHING;
