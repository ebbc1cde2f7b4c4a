-- Rule: after TRUNCATE, all counts of filters are read again.
-- Used by: server/domain/catalogue/keptCells.ts.
CREATE OR REPLACE FUNCTION announce_counts_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_counts('');
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_announces_counts AFTER TRUNCATE ON product
  FOR EACH STATEMENT EXECUTE FUNCTION announce_counts_change();
