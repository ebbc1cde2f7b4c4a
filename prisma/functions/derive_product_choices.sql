-- Rule: the filter of options (glaze, size) knows each product's values, and which of them can be bought now. `choices` has the number of
-- each variant's text in variant_text, negative if it is sold out.
-- Used by: server/domain/catalogue/cells.ts and choices.ts.
CREATE OR REPLACE FUNCTION derive_product_choices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most orders change a stock without selling anything out.
  IF TG_OP = 'UPDATE' AND (OLD.stock > 0, OLD.variant, OLD.variant_of, OLD.choices)
    IS NOT DISTINCT FROM (NEW.stock > 0, NEW.variant, NEW.variant_of, NEW.choices) THEN
    RETURN NEW;
  END IF;
  -- ON CONFLICT alone would use up a number each time.
  IF NEW.variant IS NOT NULL AND NOT EXISTS (SELECT FROM variant_text WHERE text = NEW.variant) THEN
    INSERT INTO variant_text (text) VALUES (NEW.variant) ON CONFLICT DO NOTHING;
  END IF;
  NEW.choices := CASE WHEN NEW.variant IS NOT NULL AND NEW.variant_of IS NULL THEN (
    SELECT array_agg(CASE WHEN is_available THEN id ELSE -id END ORDER BY id) FROM (
      SELECT variant AS text, bool_or(stock > 0) AS is_available FROM (
        SELECT NEW.variant AS variant, NEW.stock AS stock
        UNION ALL
        SELECT variant, stock FROM product WHERE variant_of = NEW.id AND hidden_at IS NULL
      ) AS each GROUP BY variant
    ) AS family JOIN variant_text USING (text)
  ) END;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER product_derives_choices BEFORE INSERT OR UPDATE OF stock, variant, variant_of, choices ON product
  FOR EACH ROW WHEN (NEW.variant IS NOT NULL OR NEW.choices IS NOT NULL) EXECUTE FUNCTION derive_product_choices();
