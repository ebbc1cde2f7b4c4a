-- Rule: once three buyers have reviewed a product its rating is the rounded average of their stars, before that the studio's grade. A
-- statement that sets only `rating` sets the studio's grade. A grade that someone changes is the studio's own, even if an import gave the
-- one before it.
-- Used by: everything that shows or sorts by a rating.
CREATE OR REPLACE FUNCTION derive_product_rating() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counts CONSTANT INTEGER[] := coalesce(NEW.star_counts, ARRAY[0, 0, 0, 0, 0]);
  reviews CONSTANT INTEGER := counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
BEGIN
  NEW.star_counts := counts;
  IF TG_OP = 'INSERT' THEN
    IF NEW.studio_rating = 0 THEN
      NEW.studio_rating := NEW.rating;
    END IF;
  ELSE
    IF NEW.rating <> OLD.rating AND NEW.studio_rating = OLD.studio_rating AND counts = OLD.star_counts THEN
      NEW.studio_rating := NEW.rating;
    END IF;
    IF NEW.studio_rating <> OLD.studio_rating AND NEW.is_graded = OLD.is_graded THEN
      NEW.is_graded := true;
    END IF;
  END IF;
  NEW.rating := CASE WHEN reviews < 3 THEN NEW.studio_rating
    ELSE round((counts[1] + 2 * counts[2] + 3 * counts[3] + 4 * counts[4] + 5 * counts[5])::numeric / reviews) END;
  RETURN NEW;
END
$$;

-- Its name comes before product_raises_version, and PostgreSQL runs triggers in the order of their names.
CREATE OR REPLACE TRIGGER product_derives_rating BEFORE INSERT OR UPDATE ON product
  FOR EACH ROW EXECUTE FUNCTION derive_product_rating();
