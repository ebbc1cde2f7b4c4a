-- The values of a variant without the names of the options and without colours: `Celadon, Large` for `Glaze: Celadon #a8c0b0; Size: Large`.
-- Used by: copy_from_product, derive_product_search_text.
CREATE OR REPLACE FUNCTION values_of_variant(variant TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(btrim(regexp_replace(substr(part, strpos(part, ':') + 1), ' #[0-9a-fA-F]{6}\s*$', '')), ', ' ORDER BY place)
  FROM regexp_split_to_table(variant, ';') WITH ORDINALITY AS each (part, place)
$$;
