-- Rule: as update_availability, for new variants, once per statement.
-- Used by: as update_availability.
CREATE OR REPLACE FUNCTION update_availability_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE variant_of IS NOT NULL) THEN
    PERFORM update_availability_of(ARRAY(SELECT DISTINCT variant_of FROM added WHERE variant_of IS NOT NULL));
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER new_variants_update_availability AFTER INSERT ON product REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION update_availability_of_new();
