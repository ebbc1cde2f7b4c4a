-- The words of a product, with blanks around each word and slashes between the parts: title, material and category, description, care.
-- The slashes of the texts are replaced after search_form, which turns a full-width slash into a plain one.
-- Used by: derive_product_search_text, server/domain/catalogue/words.
CREATE OR REPLACE FUNCTION search_text_in_parts(
  title TEXT, material TEXT, category_name TEXT, description TEXT, care TEXT, is_food_safe BOOLEAN
) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(concat(
    ' ', translate(search_form(title), '/', ' '), ' / ', translate(search_form(concat(material, ' ', category_name)), '/', ' '), ' / ',
    translate(search_form(description), '/', ' '), ' / ', translate(search_form(allowed_by_care(care)), '/', ' '),
    CASE WHEN is_food_safe THEN ' food safe' END, ' '
  ), '[^[:alnum:]/ऀ-ॣ०-෿]+', ' ', 'g')
$$;
