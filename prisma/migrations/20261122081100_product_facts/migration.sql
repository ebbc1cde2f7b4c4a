-- A product may say how it is kept, what it holds and weighs, and whether one may eat from it; its companions are the best rated ones.

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "capacity_ml" INTEGER,
ADD COLUMN     "care" TEXT,
ADD COLUMN     "is_food_safe" BOOLEAN,
ADD COLUMN     "weight_grams" INTEGER;

-- CreateIndex
CREATE INDEX "product_category_id_rating_position_id_idx" ON "product"("category_id", "rating" DESC, "position", "id");

-- A shop that trades already gets what is known of what it began with, where nobody has said anything else.
UPDATE "product" SET "care" = fact.care, "capacity_ml" = fact.capacity_ml, "weight_grams" = fact.weight_grams, "is_food_safe" = fact.is_food_safe
FROM (VALUES
  ('speckled-oat-tumbler', 'Safe for the dishwasher and the microwave. The iron specks are in the glaze and do not wear off.', 280, 310, true),
  ('indigo-dip-espresso-cup', 'Safe for the dishwasher; washed by hand, the bare white clay stays bright. Not for the microwave.', 90, 130, true),
  ('celadon-chai-cup', 'Safe for the dishwasher and the microwave.', 180, 190, true),
  ('terracotta-kulhad-set-of-4', 'Rinse before the first chai. Wash by hand and let them dry well; not for the microwave.', 150, 720, true),
  ('sea-glass-serving-bowl', 'Safe for the dishwasher and the microwave.', 2400, 1450, true),
  ('ash-ripple-ramen-bowl', 'Safe for the dishwasher and the microwave.', 1100, 720, true),
  ('saffron-nut-bowl', 'Wash by hand: earthenware is softer than stoneware. Not for the microwave.', 150, 170, true),
  ('midnight-nesting-bowls-set-of-3', 'Safe for the dishwasher and the microwave. The bare rim darkens a little with use.', NULL, 1650, true),
  ('cream-footed-fruit-bowl', 'Wipe clean or wash by hand; the foot is too tall for most dishwashers.', NULL, 1900, true),
  ('blush-rim-dinner-plate', 'Safe for the dishwasher and the microwave.', NULL, 760, true),
  ('cobalt-splash-quarter-plate', 'Safe for the dishwasher and the microwave.', NULL, 310, true),
  ('stone-grey-platter', 'Safe for the dishwasher. Cutlery leaves grey marks on matte glaze: baking soda takes them off.', NULL, 1350, true),
  ('ivory-dinner-set-of-4', 'Safe for the dishwasher and the microwave. The bare edge darkens a little with use.', NULL, 2880, true),
  ('ochre-spiral-side-plate', 'Wash by hand: earthenware is softer than stoneware. Not for the microwave.', NULL, 280, true),
  ('white-fluted-planter', 'Wipe with a damp cloth, and empty the saucer after watering.', NULL, 1250, false),
  ('ribbed-terracotta-pot', 'Terracotta takes on a white bloom from water and minerals: brush it off dry, or leave it.', NULL, 900, false),
  ('charcoal-tripod-planter', 'Wipe with a damp cloth. Water a little at a time.', NULL, 1700, false),
  ('sage-globe-planter-duo', 'Wipe with a damp cloth. Water a little at a time.', NULL, 1150, false),
  ('bud-vase-trio', 'Rinse with warm water and a thin brush.', NULL, 820, false),
  ('tea-for-two-set', 'Rinse the teapot with hot water alone. Pot and cups may go into the dishwasher, the tray may not.', NULL, 1500, true),
  ('lotus-tealight-holder', 'Let it cool, then take off the wax with warm water. Never leave a flame alone.', NULL, 160, false),
  ('grand-moon-jar', 'Dust with a soft, dry cloth. Lift it with both hands, from below.', NULL, 6800, false)
) AS fact (id, care, capacity_ml, weight_grams, is_food_safe)
WHERE "product"."id" = fact.id AND "product"."care" IS NULL;
