-- Broken items stay with the buyer, unless the parcel came back with them. Earlier releases did not record that.
ALTER TABLE "return_line" ADD COLUMN "is_back" BOOLEAN NOT NULL DEFAULT false;
UPDATE "return_line" SET "is_back" = true WHERE "state" = 'COMPLETED' AND "reason" <> 'DAMAGED';
