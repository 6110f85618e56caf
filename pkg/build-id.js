var KIBITZER_BUILD_ID = "aaedadf42cb69965";
