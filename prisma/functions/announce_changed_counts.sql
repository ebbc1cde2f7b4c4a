-- Rule: the counts of filters follow each change of a product, in its old and its new category. PostgreSQL sends equal notifications of a
-- transaction only once.
-- Used by: server/domain/catalogue/keptCells.ts. A new field that a filter counts must be added to the list below (decision 0070).
CREATE OR REPLACE FUNCTION announce_changed_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_counts(OLD.category_id);
  PERFORM tell_of_counts(NEW.category_id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER product_announces_changed_counts AFTER UPDATE ON product
  FOR EACH ROW WHEN (
    (OLD.category_id, OLD.rating, OLD.discounted, OLD.offer, OLD.is_bestseller, OLD.is_available, OLD.groups, OLD.uses,
      OLD.choices, OLD.hidden_at IS NULL)
    IS DISTINCT FROM
    (NEW.category_id, NEW.rating, NEW.discounted, NEW.offer, NEW.is_bestseller, NEW.is_available, NEW.groups, NEW.uses,
      NEW.choices, NEW.hidden_at IS NULL)
  ) EXECUTE FUNCTION announce_changed_counts();
