-- Rule: searches compare texts without case, accents of Latin letters, quotation marks, invisible characters and doubled blanks, and read
-- the digits of all Indian scripts. server/shared/searchForm.ts does the same, and a test compares the two.
-- NFKD turns six characters, such as ŉ and a full-width backtick, into a quotation mark, which is removed too.
-- Used by: all searched columns.
CREATE OR REPLACE FUNCTION search_form(text TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(
          normalize(
            regexp_replace(
              normalize(regexp_replace(text, '["''`´\u02b9-\u02bc\u2018-\u201f\u2032\u2033\uff02\uff07]', '', 'g'), NFKD),
              '[\u0300-\u036f"''`\u02b9-\u02bc\u2032]', '', 'g'),
            NFC),
          '[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff]',
          '', 'g'),
        '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹øØłŁđĐðÐħĦı',
        '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789oollddddhhi'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
  ), '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'))
$$;
