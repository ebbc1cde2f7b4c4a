-- Rule: as update_availability, for added and deleted variants, once per statement.
-- Used by: as update_availability.
CREATE OR REPLACE FUNCTION update_availability_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed_rows WHERE variant_of IS NOT NULL) THEN
    PERFORM update_availability_of(ARRAY(SELECT DISTINCT variant_of FROM changed_rows WHERE variant_of IS NOT NULL));
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER new_variants_update_availability AFTER INSERT ON product REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_availability_of_rows();

CREATE OR REPLACE TRIGGER deleted_variants_update_availability AFTER DELETE ON product REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_availability_of_rows();
