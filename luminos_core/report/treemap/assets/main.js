// The page of a scan: the map, and a key that leads to its search.

startMap();
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.id === "search") return;
  event.preventDefault();
  byId("search").select();
});
