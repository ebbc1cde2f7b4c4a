-- Rule: a variant has the texts, the category and the rating of its product. Its price, stock, photo, size, weight and number of pieces are
-- its own (`of` in server/shared/goods.ts says which).
-- Used by: everything that reads a variant: cart, orders, product page, both APIs.
-- The name of the trigger comes before those that derive columns from these texts, because PostgreSQL runs triggers in the order of their
-- names. update_variants starts it after a change of the product.
CREATE OR REPLACE FUNCTION copy_from_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whole product%ROWTYPE;
BEGIN
  SELECT * INTO whole FROM product WHERE id = NEW.variant_of;
  -- The table's constraints refuse the row.
  IF NOT FOUND OR NEW.variant IS NULL THEN
    RETURN NEW;
  END IF;
  -- At most 200 characters, as in fullTitle.
  NEW.title := left(whole.title, 198 - length(values_of_variant(NEW.variant))) || ', ' || values_of_variant(NEW.variant);
  NEW.description := whole.description;
  NEW.material := whole.material;
  NEW.care := whole.care;
  NEW.is_food_safe := whole.is_food_safe;
  NEW.matching_from := whole.matching_from;
  NEW.category_id := whole.category_id;
  NEW.category_name := whole.category_name;
  NEW.rating := whole.rating;
  NEW.studio_rating := whole.studio_rating;
  NEW.is_graded := whole.is_graded;
  NEW.star_counts := whole.star_counts;
  NEW.uses := whole.uses;
  NEW.is_bestseller := whole.is_bestseller;
  NEW.groups := whole.groups;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER a_variant_copies_from_product BEFORE INSERT OR UPDATE ON product
  FOR EACH ROW WHEN (NEW.variant_of IS NOT NULL) EXECUTE FUNCTION copy_from_product();
