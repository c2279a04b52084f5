#include <gtest/gtest.h>
#include "../src/viewer.hpp"

TEST(Viewer, ReadsPages) {
  EXPECT_EQ(viewer::pages("3"), 3);
}

TEST(Viewer, DISABLED_ReadsNames) {
  EXPECT_TRUE(viewer::is_name("a b"));
}

TEST(Viewer, ShowsTitles) {
  viewer::safe_title("a");
}
