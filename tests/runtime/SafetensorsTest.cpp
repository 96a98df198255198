#include "runtime/data/Safetensors.h"
#include "Files.h"

#include <cmath>

namespace lockstep::runtime {
namespace {

using Floats = std::vector<float>;

std::string withHeader(const std::string &json, std::string_view data) {
  return raw(std::vector<uint64_t>{json.size()}) + json + std::string(data);
}

struct SafetensorsTest : FileTest {
  /// The message that opening this content ends with.
  std::string errorOf(const std::string &content) {
    Result<SafetensorsFile> file = SafetensorsFile::open(write("bad.safetensors", content));
    EXPECT_FALSE(file.ok());
    EXPECT_EQ(file.status().fault(), Fault::BadInput);
    return file.ok() ? "" : file.status().message();
  }
};

TEST_F(SafetensorsTest, what_is_written_is_read_back) {
  Floats weights = {1.5f, -2.0f, 0.25f, 8.0f, -0.0f, 3.0f};
  std::vector<int32_t> step = {7};
  StoredTensor tensors[] = {{"w", ElementType::F32, {2, 3}, std::as_bytes(std::span(weights))},
                            {"opt['t']", ElementType::I32, {}, std::as_bytes(std::span(step))},
                            {"empty", ElementType::BF16, {0, 4}, {}}};
  ASSERT_TRUE(writeSafetensors(path("a.safetensors"), tensors, {{"step", "3"}}).ok());

  Result<SafetensorsFile> file = SafetensorsFile::open(path("a.safetensors"));
  ASSERT_TRUE(file.ok()) << file.status().message();
  ASSERT_EQ(file->tensors().size(), 3u);
  const StoredTensor *w = file->find("w");
  ASSERT_NE(w, nullptr);
  EXPECT_EQ(w->shape, (Shape{2, 3}));
  EXPECT_EQ(valuesOf<float>(w->bytes), weights);
  EXPECT_TRUE(std::signbit(valuesOf<float>(w->bytes)[4]));
  EXPECT_EQ(valuesOf<int32_t>(file->find("opt['t']")->bytes), step);
  EXPECT_EQ(file->find("empty")->shape, (Shape{0, 4}));
  EXPECT_EQ(file->metadata().at("step"), "3");
  EXPECT_EQ(file->find("absent"), nullptr);
}

TEST_F(SafetensorsTest, every_dtype_has_one_name) {
  for (std::string_view dtype : {"BOOL", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64", "F8_E4M3", "F8_E5M2",
                                 "F8_E8M0", "BF16", "F16", "F32", "F64", "C64"}) {
    std::optional<ElementType> type = parseSafetensorsName(dtype);
    ASSERT_TRUE(type.has_value()) << dtype;
    EXPECT_EQ(safetensorsName(*type), dtype);
  }
  EXPECT_EQ(safetensorsName(ElementType::I4), "");
  EXPECT_FALSE(parseSafetensorsName("f32").has_value());
}

TEST_F(SafetensorsTest, tensors_come_in_the_order_of_their_bytes) {
  std::string json =
      R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]},"c":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})";
  Result<SafetensorsFile> file = SafetensorsFile::open(write("a", withHeader(json + "   ", "xyz")));
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ(file->tensors()[0].name, "c");
  EXPECT_EQ(file->tensors()[1].name, "b");
}

TEST_F(SafetensorsTest, malformed_containers_are_refused) {
  EXPECT_NE(errorOf("").find("shorter than"), std::string::npos);
  EXPECT_NE(errorOf("abc").find("shorter than"), std::string::npos);
  EXPECT_NE(errorOf(raw(std::vector<uint64_t>{100}) + "{}").find("truncated"), std::string::npos);
  EXPECT_NE(errorOf(raw(std::vector<uint64_t>{UINT64_MAX}) + "{}").find("truncated"), std::string::npos);
  EXPECT_NE(errorOf(withHeader("not json", "")).find("not a JSON object"), std::string::npos);
  EXPECT_NE(errorOf(withHeader("[1]", "")).find("not a JSON object"), std::string::npos);
  EXPECT_NE(errorOf(withHeader(R"({"__metadata__":{"a":1}})", "")).find("not a string"), std::string::npos);
  EXPECT_NE(errorOf(withHeader("{}", "x")).find("belong to no tensor"), std::string::npos);
}

TEST_F(SafetensorsTest, malformed_entries_are_refused) {
  auto entry = [&](const std::string &body, std::string_view data) {
    return errorOf(withHeader("{\"t\":" + body + "}", data));
  };
  EXPECT_NE(entry("3", "").find("expected an object"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F99","shape":[],"data_offsets":[0,4]})", "abcd").find("'F99'"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})", "abcd").find("'shape'"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[1.5],"data_offsets":[0,4]})", "abcd").find("'shape'"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[1]})", "abcd").find("data_offsets"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[1],"data_offsets":[0,8]})", "abcd").find("outside"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[1],"data_offsets":[4,0]})", "abcd").find("outside"), std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})", "abcd").find("expected 8 bytes"),
            std::string::npos);
  EXPECT_NE(entry(R"({"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]})", "").find("2^64"),
            std::string::npos);
}

TEST_F(SafetensorsTest, overlaps_holes_and_repeated_names_are_refused) {
  auto two = [&](const std::string &a, const std::string &b) {
    return errorOf(withHeader(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":)" + a +
                                  R"(},"b":{"dtype":"U8","shape":[2],"data_offsets":)" + b + "}}",
                              "wxyz"));
  };
  EXPECT_NE(two("[0,2]", "[1,3]").find("overlaps"), std::string::npos);
  EXPECT_NE(two("[0,2]", "[0,2]").find("overlaps"), std::string::npos);
  EXPECT_NE(two("[1,3]", "[0,2]").find("overlaps"), std::string::npos);
  std::string hole =
      R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})";
  EXPECT_NE(errorOf(withHeader(hole, "xyz")).find("belong to no tensor"), std::string::npos);
  std::string twice =
      R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  EXPECT_NE(errorOf(withHeader(twice, "x")).find("occurs twice"), std::string::npos);
}

TEST_F(SafetensorsTest, missing_files_and_folders_are_refused) {
  EXPECT_NE(SafetensorsFile::open(path("none")).status().message().find("No such file"), std::string::npos);
  EXPECT_NE(SafetensorsFile::open(folder.string()).status().message().find("is a directory"), std::string::npos);
}

TEST_F(SafetensorsTest, a_failed_write_leaves_the_old_file_and_no_other) {
  std::string target = write("a.safetensors", "old");
  StoredTensor unsupported{"x", ElementType::I4, {1}, {}};
  Status status = writeSafetensors(target, std::span(&unsupported, 1));
  EXPECT_EQ(status.fault(), Fault::BadInput);
  EXPECT_NE(status.message().find("i4"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(target), 3u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  EXPECT_FALSE(writeSafetensors(path("no/such/folder.safetensors"), {}).ok());
  EXPECT_FALSE(writeSafetensors(folder.string(), {}).ok());
}

TEST_F(SafetensorsTest, links_and_devices_stay_what_they_are) {
  std::string target = write("real.safetensors", "old");
  std::filesystem::create_symlink(target, path("link.safetensors"));
  ASSERT_TRUE(writeSafetensors(path("link.safetensors"), {}).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.safetensors")));
  EXPECT_TRUE(SafetensorsFile::open(target).ok());
  ASSERT_TRUE(writeSafetensors("/dev/null", {}).ok());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

} // namespace
} // namespace lockstep::runtime
