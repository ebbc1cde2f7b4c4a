-- Computes the columns of products that follow from their variants: one update per product instead of one per variant, so that a file with
-- many variants is imported in a few minutes.
-- Used by: the other functions update_availability….
CREATE OR REPLACE FUNCTION update_availability_of(changed TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In the order in which orders lock products.
  PERFORM FROM product WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  -- Setting the columns makes the triggers compute them.
  UPDATE product SET is_available = is_available, search_text = '', choices = '{}' WHERE id = ANY (changed);
END
$$;
