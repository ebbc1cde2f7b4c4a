-- Rule: the counts of filters follow added and removed products, once per category and statement.
-- Used by: server/domain/catalogue/keptCells.ts.
CREATE OR REPLACE FUNCTION announce_counts_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_counts(category_id) FROM (SELECT DISTINCT category_id FROM changed_rows) AS "each";
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_announces_added_counts AFTER INSERT ON product REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_counts_of_rows();

CREATE OR REPLACE TRIGGER product_announces_removed_counts AFTER DELETE ON product REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION announce_counts_of_rows();
