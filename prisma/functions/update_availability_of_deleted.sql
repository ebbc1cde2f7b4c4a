-- Rule: as update_availability, for deleted variants, once per statement.
-- Used by: as update_availability.
CREATE OR REPLACE FUNCTION update_availability_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed WHERE variant_of IS NOT NULL) THEN
    PERFORM update_availability_of(ARRAY(SELECT DISTINCT variant_of FROM removed WHERE variant_of IS NOT NULL));
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER deleted_variants_update_availability AFTER DELETE ON product REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION update_availability_of_deleted();
