-- A first vote updates the row of its voter. With free space on the same page, that update leaves the indexes alone.
ALTER TABLE "users" SET (fillfactor = 85);
