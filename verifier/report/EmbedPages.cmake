# Writes the Markdown pages as raw string literals, one per page.
set(text "")
foreach(page IN LISTS PAGES)
  file(READ "${page}" content)
  string(APPEND text "R\"PAGE(${content})PAGE\",\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
