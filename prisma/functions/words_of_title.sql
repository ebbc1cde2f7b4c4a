-- The words of a search text, from three characters on.
-- Used by: learn_words_of_product, learn_words_of_new_products.
CREATE OR REPLACE FUNCTION words_of_title(title_lower TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(title_lower, '[ /]+') AS word WHERE length(word) >= 3
$$;
