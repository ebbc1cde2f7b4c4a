-- Rule: the search corrects misspelt words by the words of the catalogue. Words are added in one order, so that two transactions that add
-- the same words cannot wait for each other.
-- Used by: server/domain/catalogue/words.
CREATE OR REPLACE FUNCTION learn_words_of_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_word SELECT DISTINCT word FROM added, words_of_title(added.search_text) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER new_products_teach_words AFTER INSERT ON product REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION learn_words_of_new_products();
