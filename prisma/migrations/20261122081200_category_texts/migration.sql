-- The page of each category has a title and a description of its own.

-- AlterTable
ALTER TABLE "category" ADD COLUMN     "description" TEXT,
ADD COLUMN     "title" TEXT;

-- A shop that trades already gets those of the categories that it began with.
UPDATE "category" SET "title" = text.title, "description" = text.description
FROM (VALUES
  ('cups', 'Cups for chai and coffee', 'Tumblers, kulhads and espresso cups, thrown by hand and glazed without lead, for chai, coffee and whatever else is slow.'),
  ('bowls', 'Bowls for every table', 'Serving bowls, ramen bowls and nesting sets in stoneware and earthenware, made to be used every day.'),
  ('plates', 'Plates and platters', 'Dinner plates, quarter plates and platters with brushed and carved rims, singly and as a set of four.'),
  ('gifts', 'Gifts in clay', 'Bud vases, a tea set, a lotus for a tealight and a moon jar, boxed in straw and wrapped on request.'),
  ('planters', 'Planters and pots', 'Terracotta and stoneware for sills, shelves and balconies, for everything from a succulent to a snake plant.')
) AS text (id, title, description)
WHERE "category"."id" = text.id AND "category"."title" IS NULL;
