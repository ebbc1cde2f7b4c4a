-- Rule: as learn_words_of_new_products, after a change of a product's search text, which derive_product_search_text makes.
-- Used by: server/domain/catalogue/words.
CREATE OR REPLACE FUNCTION learn_words_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word SELECT DISTINCT word FROM words_of_title(NEW.search_text) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_teaches_words
  AFTER UPDATE ON product
  FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION learn_words_of_product();
